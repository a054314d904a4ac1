/** Checks that somebody else makes under the same account right where it matters: near a submission, or near a look. */
import { ASSETS } from './assets.mts';
import type { Clock } from './clock.mts';
import type { Call } from './network.mts';
import type { Service } from './service.mts';
import type { NeighboursCheck, World } from './types.mts';
import { indexOfNode, wishAbout, type Wish, wishesOf } from './workflow.mts';

/** The asset itself, or another one that wallets of the network have, where there is one. */
function assetOf({ isSameAsset, item }: NeighboursCheck, { asset }: Wish): number {
	if (isSameAsset) return asset;
	const { network, key } = ASSETS[asset]!;
	const others = [...ASSETS.keys()].filter(
		(index) => ASSETS[index]!.network === network && ASSETS[index]!.key !== key,
	);
	return others.length > 0 ? others[item % others.length]! : (asset + 1) % ASSETS.length;
}

export class Neighbours {
	/** Those that still wait for their moment. */
	private readonly waiting: NeighboursCheck[];

	constructor(
		private readonly world: World,
		private readonly clock: Clock,
		private readonly service: Service,
	) {
		this.waiting = world.neighbours.map((one) => ({ ...one }));
	}

	/** Those that come before or after an execution begins: known from the start. */
	settle(): void {
		const { executions, nodes } = this.world;
		for (const one of this.waiting.filter(({ on }) => on === 'start')) {
			const { startAt, wallets } = executions[one.skip % executions.length]!;
			this.make(one, startAt + one.after, wishesOf(nodes[0]!, wallets)[0]!);
		}
	}

	/** Somebody calls the service. */
	notice({ asker, kind, isLosing, params }: Call): void {
		const node = this.world.nodes[indexOfNode(asker.node)];
		const plan = this.world.executions[asker.root];
		if (!node || !plan) return;
		const wishes = wishesOf(node, plan.wallets);
		for (const one of this.waiting) {
			if (one.on !== kind && !(one.on === 'lost' && isLosing)) continue;
			if (one.skip-- !== 0) continue;
			const wish = wishAbout(wishes, params) ?? wishes[one.item % wishes.length]!;
			this.clock.after(one.after, undefined, () => this.make(one, undefined, wish));
		}
	}

	private make(one: NeighboursCheck, at: number | undefined, wish: Wish): void {
		const { outcome, odd } = one;
		const make = () => {
			const check = { wallet: wish.wallet, asset: assetOf(one, wish), outcome, odd };
			const began = at ?? this.clock.now - this.service.began;
			this.service.addStrangers({ ...check, at: began, isTransaction: false });
		};
		if (at === undefined || at <= 0) make();
		else this.clock.after(at, undefined, make);
	}
}
