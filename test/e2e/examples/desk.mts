/** The workflows of the compliance desk, imported and set up as its page says. */
import {
	type N8nRest,
	type StoredCredential,
	type StoredWorkflow,
} from '../../../demo/lib/rest.mts';
import { eventually } from '../harness/shared.mts';
import { DataTable } from './dataTables.mts';
import { smtpData, type Mail, type MailStandIn } from './mailStandIn.mts';
import { importExample, withParameters } from './support.mts';

export interface Desk {
	screen: StoredWorkflow;
	review: StoredWorkflow;
	/** Those of the service and of the mail server. */
	credentials: StoredCredential[];
	decisions: DataTable;
	exceptions: DataTable;
	policy: DataTable;
	wallets: DataTable;
	/** Takes the workflows off the air. */
	close(): Promise<void>;
}

/** The most that a check may take in the tests, in seconds. */
const TIMEOUT_SECONDS = 4;

/**
 * Imports and publishes the two workflows that others call. The data tables are there since n8n was set up.
 *
 * @param credential the service's
 * @param mail where e-mails go
 */
export async function openDesk(
	rest: N8nRest,
	credential: StoredCredential,
	mail: MailStandIn,
): Promise<Desk> {
	const smtp = await rest.putCredential('SMTP account', 'smtp', smtpData(mail));
	const credentials = [credential, smtp];
	const screen = await importExample(rest, 'screen-wallet', credentials, (example) =>
		['Screen Wallet', 'Screen Transaction'].reduce((workflow, name) => {
			const { options } = workflow.nodes.find((node) => node.name === name)?.parameters ?? {};
			const shorter = { ...(options as object), timeout: TIMEOUT_SECONDS };
			return withParameters(workflow, name, { options: shorter });
		}, example),
	);
	const review = await importExample(rest, 'review-queue', credentials);
	const workflows = [screen, review];
	for (const workflow of workflows) await rest.activate(workflow);
	const table = async (name: string) => await DataTable.named(rest, name);
	return {
		screen,
		review,
		credentials,
		decisions: await table('AML Decisions'),
		exceptions: await table('AML Exceptions'),
		policy: await table('AML Policy'),
		wallets: await table('AML Wallets'),
		close: async () => {
			for (const workflow of workflows) await rest.deactivate(workflow);
		},
	};
}

/** The e-mail that is about something, once it has come. */
export async function mailAbout(mail: MailStandIn, words: string): Promise<Mail> {
	return await eventually(
		`an e-mail about ${words}`,
		async () => await Promise.resolve(mail.mails.find(({ text }) => text.includes(words))),
	);
}

/** The address behind the button of an e-mail that waits for an answer. */
export function answerUrlOf({ text }: Mail): string {
	const address = /href="(http[^"]+)"/.exec(text)?.[1];
	if (!address) throw new Error('The e-mail has no button.');
	return address.replaceAll('&amp;', '&');
}

/** How a reviewer fills in the form behind that button. */
export interface Answer {
	decision: 'Approve' | 'Reject';
	reason: string;
	name: string;
	/** An exception's end, as a date picker gives it. */
	until?: string;
}

/** Answers an e-mail of the review queue. */
export async function answer(mail: Mail, { decision, reason, name, until }: Answer): Promise<void> {
	const form = new FormData();
	[decision, reason, name, until ?? ''].forEach((value, index) =>
		form.set(`field-${index}`, value),
	);
	const response = await fetch(answerUrlOf(mail), { method: 'POST', body: form });
	if (!response.ok) throw new Error(`The form answered ${response.status}.`);
}
