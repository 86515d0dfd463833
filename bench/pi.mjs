// pi's side: `node bench/pi.mjs FOLDER TASK PATH` does one task with the pi in FOLDER/node_modules, as `bench.work` does.
import path from "node:path";
import { performance } from "node:perf_hooks";
import { pathToFileURL } from "node:url";

const [root, task, target] = process.argv.slice(2);
const core = path.join(root, "node_modules/@earendil-works/pi-coding-agent/dist/core");
const load = (name) => import(pathToFileURL(path.join(core, name)).href);
const { SessionManager } = await load("session-manager.js");
const { DEFAULT_COMPACTION_SETTINGS, estimateTokens, prepareCompaction } = await load("compaction/compaction.js");

const KEEPS = Array.from({ length: 24 }, (_, step) => Math.round(1000 * 1.5 ** step));

function timed(work) {
	const start = performance.now();
	const made = work();
	return [performance.now() - start, made];
}

function p95(times) {
	return times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)];
}

function opening() {
	const [time, [manager, tree]] = timed(() => {
		const opened = SessionManager.open(target);
		return [opened, opened.getTree()];
	});
	return { "open and tree": time, answers: [manager.getEntryCount(), manager.getLeafId(), tree.length] };
}

function longPath() {
	const manager = SessionManager.open(target);
	const decided = () => {
		const projection = manager.buildSessionProjection();
		return [projection, prepareCompaction(manager.getBranch(), DEFAULT_COMPACTION_SETTINGS)];
	};
	const [time, [projection, prepared]] = timed(decided);
	const { fileOps } = prepared;
	const kept = (keepRecentTokens) => prepareCompaction(manager.getBranch(), { ...DEFAULT_COMPACTION_SETTINGS, keepRecentTokens });
	const weigh = () => projection.messages.reduce((sum, message) => sum + estimateTokens(message), 0);
	return {
		prepare: time,
		"prepare with texts": time,
		"prepare again": timed(decided)[0],
		weigh: timed(weigh)[0],
		"keep changed": p95(KEEPS.map((keep) => timed(() => kept(keep))[0])),
		answers: [
			prepared.firstKeptEntryId,
			prepared.tokensBefore,
			prepared.messagesToSummarize.length + prepared.turnPrefixMessages.length,
			fileOps.read.size,
			fileOps.edited.size,
		],
	};
}

async function listing() {
	const start = performance.now();
	const rows = await SessionManager.listAll(target);
	return { list: performance.now() - start, answers: [rows.length] };
}

const figures = await { open: opening, path: longPath, list: listing }[task]();
console.log(JSON.stringify(figures));
