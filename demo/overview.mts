/** The demo's first page: a workflow of notes that says what to click and leads to each example. */
import { listForms } from '../instance/examples.mts';
import { SECRET } from '../instance/outside/index.mts';
import type { StoredWorkflow, Workflow, WorkflowNode } from '../instance/rest.mts';
import type { Instance } from '../instance/start.mts';

/** The name of the first page. */
const OVERVIEW = 'Start here';

/** The examples in the order in which people try them, by file name. */
const FIRST = [
	'screen-wallet-form',
	'desk-review',
	'screen-csv-file',
	'screen-google-sheet',
	'screen-deposits',
	'slack-alerts',
	'digest',
	'telegram-bot',
	'ai-agent-tool',
	'try-rules',
	'evidence-pack',
	'watch-account',
	'mcp-server',
	'watch-wallets',
];

const WIDTH = 420;
/** How many letters a line of a note takes, and how high it is, in pixels. */
const LINE = { letters: 46, height: 28 };

/** Enough for the text, links without their addresses; n8n cuts a note that is longer. */
function heightOf(content: string): number {
	const lines = content.replace(/\]\([^)]*\)/g, ']').split('\n');
	const rows = lines.reduce((sum, line) => sum + Math.ceil((line.length + 1) / LINE.letters), 0);
	return (rows + 2) * LINE.height;
}

/** The URLs of the demo's parts. */
interface Places {
	sandbox: string;
	/** The forms of the examples, once their workflows are published. */
	forms: Array<{ name: string; url: string }>;
	/** For MCP clients. */
	mcp: string;
	/** The page that shows what was sent; undefined where the stand-ins did not start. */
	outside?: string;
}

type Named = Pick<StoredWorkflow, 'id' | 'name'>;

function note(name: string, content: string, x: number, color?: number): WorkflowNode {
	return {
		id: name.toLowerCase().replaceAll(' ', '-'),
		name,
		type: 'n8n-nodes-base.stickyNote',
		typeVersion: 1,
		position: [x, 0],
		parameters: { content, width: WIDTH, height: heightOf(content), ...(color ? { color } : {}) },
	};
}

const link = ({ id, name }: Named) => `- [${name}](/workflow/${id})`;

/** Writes the first page. */
function writeOverview(examples: ReadonlyMap<string, Named>, places: Places): Workflow {
	const first = FIRST.flatMap((file) => examples.get(file) ?? []);
	const form = examples.get('screen-wallet-form');
	const sent = places.outside
		? `\n\n[Messages, e-mails and the sheet](${places.outside}): what the workflows sent. No account is needed.`
		: '';
	const nodes = [
		note(
			'What to Click',
			`## What to click\n1. Open **[${form?.name}](/workflow/${form?.id})**.\n2. Press **Execute workflow**.\n3. Enter an address from [the sandbox's page](${places.sandbox}) and see how the form ends.`,
			0,
		),
		note('Examples', `## Examples\n${first.map(link).join('\n')}`, 460, 7),
		note(
			'What Is Here',
			`## What is here\n[The sandbox](${places.sandbox}) takes the place of the AML service. Its page lists addresses and their results, and its buttons finish a check, refuse it or slow it down.${sent}\n\nForms, once their workflow is published:\n${places.forms.map(({ name, url }) => `- [${name}](${url})`).join('\n')}\n\nMCP clients, once its workflow is published: ${places.mcp}, bearer token \`${SECRET}\``,
			920,
			7,
		),
	];
	return { name: OVERVIEW, nodes, connections: {}, settings: { executionOrder: 'v1' } };
}

/** Puts the first page into n8n, with the addresses of this start. */
export async function putOverview(instance: Instance): Promise<Named> {
	const { rest, examples, sandbox, outside, n8n } = instance;
	const forms = (await listForms()).map(({ name, path }) => ({
		name,
		url: `${n8n.url}/form/${path}`,
	}));
	const overview = writeOverview(examples, {
		sandbox: sandbox.baseUrl,
		outside: outside?.url,
		forms,
		mcp: `${n8n.url}/mcp/aml-checks`,
	});
	const old = (await rest.workflows()).find(({ name }) => name === OVERVIEW);
	if (!old) return await rest.createWorkflow(overview);
	const stored = await rest.request<StoredWorkflow>('GET', `/workflows/${old.id}`);
	const { nodes } = overview;
	return await rest.request('PATCH', `/workflows/${old.id}`, { ...stored, nodes });
}
