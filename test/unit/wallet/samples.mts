/** One target of each kind, for tests of what is said about them. */
export const BTC = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
export const SEGWIT = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
export const CASH = 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a';
export const CASH_LEGACY = '1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu';
export const ETH = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
export const TOKEN = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
export const TRX = 'TUoHaVjx7n5xz8LwPRDckgFrDWhMhuSuJM';
export const XRP = 'rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf';
export const X_TAGGED = 'XVLhHMPHU98es4dbozjVtdWzVrDjtV8zpDURx7DzBCkrQE7';
export const XLM = 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ';
export const XLM_MUXED = 'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ';
export const HASH = '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b';
