/** When the history is read for the wishes that ask, how far back, and who hears what of it. */
import { Questions } from '../../../nodes/AmlCheck/screening/questions.ts';
import type { Wish } from '../../../nodes/AmlCheck/screening/wish.ts';
import { inCourse, type Course } from './course.mts';

type Settles = (wish: Wish) => boolean;

/** Questions about wishes, which have the names of the test. */
function questionsOf(course: Course, wishes: Record<string, Wish>, settles: Settles = () => false) {
	const names = new Map(Object.entries(wishes).map(([name, wish]) => [wish, name]));
	return new Questions(course.plan, course.door, course.follow(names, settles));
}

const after = async ({ clock }: Course, seconds: number) => await clock.wait(seconds * 1000);

/** Who goes on says so. */
async function answer(course: Course, questions: Questions, name: string, wish: Wish) {
	await questions.answer(wish);
	course.say(`${name} goes on`);
}

it.each<[string, number, (course: Course) => Promise<void>]>([
	[
		'readings follow each other more and more slowly, until the time is over',
		30,
		async (course) => {
			const a = course.ask();
			await answer(course, questionsOf(course, { a }), 'a', a);
		},
	],
	[
		'after failures in a row the first one leaves later',
		30,
		async (course) => {
			course.gate.failuresInARow = 3;
			const a = course.ask();
			await answer(
				course,
				questionsOf(course, { a }, () => course.elapsed > 5),
				'a',
				a,
			);
		},
	],
	[
		'all share one reading, and one that asks later brings the next one forward',
		60,
		async (course) => {
			const [a, b, c] = [course.ask(), course.ask(), course.ask()];
			const settles = (wish: Wish) => wish === a || course.elapsed > 6;
			const questions = questionsOf(course, { a, b, c }, settles);
			const all = [answer(course, questions, 'a', a), answer(course, questions, 'b', b)];
			await after(course, 5);
			await Promise.all([...all, answer(course, questions, 'c', c)]);
			const d = course.ask();
			await after(course, 3);
			await answer(
				course,
				questionsOf(course, { d }, () => true),
				'd',
				d,
			);
		},
	],
	[
		'one reading that failed says nothing about the next one',
		10,
		async (course) => {
			course.pages = [{ throws: 'unavailable' }, { fails: 'unavailable' }, { isWhole: false }];
			const a = course.ask();
			await answer(
				course,
				questionsOf(course, { a }, () => course.elapsed > 3),
				'a',
				a,
			);
		},
	],
	[
		'those whose time is over give up where it fails',
		2,
		async (course) => {
			course.pages = [{ throws: 'unavailable' }];
			const patientUntil = performance.now() + 6_000;
			const [a, b] = [course.ask(), course.ask({ patientUntil })];
			const questions = questionsOf(course, { a, b });
			await Promise.all([answer(course, questions, 'a', a), answer(course, questions, 'b', b)]);
		},
	],
	[
		'those whose time is over wait for no other one where it succeeds',
		2,
		async (course) => {
			const patientUntil = performance.now() + 6_000;
			const [a, b] = [course.ask(), course.ask({ patientUntil })];
			const questions = questionsOf(course, { a, b });
			await Promise.all([answer(course, questions, 'a', a), answer(course, questions, 'b', b)]);
		},
	],
	[
		'a page of it that failed is no last word, unless its time is over',
		2,
		async (course) => {
			course.pages = [{ fails: 'unavailable' }];
			const a = course.ask();
			await answer(course, questionsOf(course, { a }), 'a', a);
		},
	],
	[
		'where the next one ends the same way all give up, and the run stops',
		60,
		async (course) => {
			course.pages = [{ throws: 'credentials' }];
			const a = course.ask();
			await answer(course, questionsOf(course, { a }), 'a', a);
		},
	],
	[
		'a reading may take ten seconds although the time is over, or as long as somebody waits',
		1,
		async (course) => {
			course.pages = [{ ms: 30_000 }];
			await after(course, 2);
			const a = course.ask();
			await answer(course, questionsOf(course, { a }), 'a', a);
			const b = course.ask({ patientUntil: performance.now() + 14_500 });
			await answer(course, questionsOf(course, { b }), 'b', b);
		},
	],
	[
		'a person stops it',
		60,
		async (course) => {
			const patientUntil = performance.now() + 90_000;
			const [a, b] = [course.ask(), course.ask({ patientUntil })];
			const questions = questionsOf(course, { a, b });
			const all = [answer(course, questions, 'a', a), answer(course, questions, 'b', b)];
			await after(course, 5);
			course.signal.abort();
			await Promise.all(all);
		},
	],
	[
		'where nobody asks, a ping does as long as the gate needs an answer',
		60,
		async (course) => {
			course.gate.needsAnswer = true;
			course.pingFails = true;
			const questions = questionsOf(course, {});
			questions.start();
			questions.start();
			await after(course, 2);
			course.pingFails = false;
			await after(course, 2);
			course.gate.needsAnswer = false;
			await after(course, 20);
			course.gate.needsAnswer = true;
			questions.start();
			await after(course, 0.1);
			course.gate.needsAnswer = false;
			await after(course, 5);
		},
	],
	[
		'beside the history a ping asks once that is down alone',
		60,
		async (course) => {
			Object.assign(course.gate, { needsAnswer: true, isUnread: false });
			const a = course.ask();
			const questions = questionsOf(course, { a }, () => course.elapsed > 3);
			const done = answer(course, questions, 'a', a);
			await after(course, 1);
			course.gate.isUnread = true;
			await done;
			course.gate.needsAnswer = false;
			await after(course, 10);
		},
	],
])('%s', async (_, seconds, work) => {
	expect(await inCourse(seconds, work)).toMatchSnapshot();
});

it.each<[string, number, (course: Course) => void]>([
	['it succeeds', 60, () => undefined],
	[
		'a page of it fails, and then it succeeds',
		60,
		({ pages }) => pages.unshift({ fails: 'timeout' }),
	],
	['it fails again and again', 10, (course) => (course.pages = [{ throws: 'timeout' }])],
	['the next one ends the same way', 10, (course) => (course.pages = [{ throws: 'credentials' }])],
	['half a second is left', 0.5, (course) => (course.pages = [{ throws: 'timeout' }])],
	['a little more is left', 0.501, (course) => (course.pages = [{ throws: 'timeout' }])],
	[
		'a person stops it',
		60,
		(course) => {
			course.pages = [{ throws: 'timeout' }];
			void after(course, 1).then(() => course.signal.abort());
		},
	],
])('a reading at the beginning: %s', async (_, seconds, arrange) => {
	const lines = await inCourse(seconds, async (course) => {
		const a = course.ask();
		arrange(course);
		await questionsOf(course, { a }).readOnce([a]);
		course.say('goes on');
	});
	expect(lines).toMatchSnapshot();
});

it('the pages that were read answer once more, and for the last time', async () => {
	const lines = await inCourse(60, async (course) => {
		const a = course.ask();
		await questionsOf(course, { a }).readPagesAgain([a]);
	});
	expect(lines).toMatchSnapshot();
});

it('it is read back to the moment of the request, or so many hours for a recent check', async () => {
	const lines = await inCourse(60, async (course) => {
		const lost = course.ask();
		const settled = course.ask();
		settled.need = { kind: 'send' };
		const recent = course.ask({ paidBy: 'somebodyElse' }, { reuseWithinHours: 2 });
		const notSent = course.ask({}, { reuseWithinHours: 3 });
		notSent.apply({ kind: 'notTaken' });
		const elsewhere = course.ask();
		elsewhere.apply({ kind: 'lost', candidates: [], since: Date.now() - 30_000 });
		const wishes = { lost, recent, notSent, elsewhere, settled };
		for (const wish of Object.values(wishes)) await questionsOf(course, wishes).readOnce([wish]);
		await questionsOf(course, wishes).readOnce([lost, recent, settled]);
	});
	expect(lines).toMatchSnapshot();
});
