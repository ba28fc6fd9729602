import { parentPort } from 'node:worker_threads'
import { UnreadableFile } from '../values/unreadable-file.ts'

/* The thread that reads what strangers wrote, one after the other. It has no database, no keys and no settings (`parsers.ts`). */

export type ParseTask = { file: string; function: string; args: unknown[] }
/** The first says that the thread has started; then there is one answer to each task. */
export type ThreadMessage = 'ready' | ParseAnswer
export type ParseAnswer = { result: unknown } | { unreadable: string } | { failed: string }

if (parentPort === null) throw new Error('this file is run by a thread')
const port = parentPort

// Never rejects: what fails is an answer as well.
port.on('message', async ({ file, function: name, args }: ParseTask) => {
  port.postMessage(await answer(file, name, args))
})

port.postMessage('ready' satisfies ThreadMessage)

async function answer(file: string, name: string, args: unknown[]): Promise<ParseAnswer> {
  try {
    const module = (await import(file)) as Record<string, (...args: unknown[]) => unknown>
    return { result: await module[name]?.(...args) }
  } catch (error) {
    if (error instanceof UnreadableFile) return { unreadable: error.message }
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
