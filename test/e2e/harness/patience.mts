/** A real n8n takes its time: what would be a hanging unit test is an ordinary end-to-end one. */
jest.setTimeout(180_000);
