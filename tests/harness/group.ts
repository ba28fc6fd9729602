import { after, test } from 'node:test'
import { processorTime, processorTimeOf } from './processor-time.ts'

/** Above the limit of a single test, which each of its tests keeps: it only ends a file that hangs between tests. */
const FILE_TIMEOUT_MS = 600_000

type Close = () => Promise<void>

const fileClosers = new Set<Close>()
const processClosers = new Set<Close>()
let isGroup = false

/**
 * Runs files one after the other in this process. A file is a test with the file's own tests in it: it is loaded when its turn has come, what
 * it hooks on holds for itself only, and it has cleared up before the next one begins.
 */
export function testFiles(files: { path: string; url: string }[]): void {
  isGroup = true
  for (const { path, url } of files) {
    test(path, { timeout: FILE_TIMEOUT_MS }, async (t) => {
      const before = processorTime()
      after(() => closeAll(fileClosers))
      await import(url)
      // After what the file itself hooks on, which is part of it.
      after(() => t.diagnostic(processorTimeOf(path, processorTime() - before)))
    })
  }
  after(() => closeAll(processClosers))
}

async function closeAll(closers: Set<Close>): Promise<void> {
  for (const close of closers) await close()
}

/** For what a module opens for whichever file uses it: an `after` of its own would only know the first file that imports it. */
export function atFileEnd(close: Close): void {
  fileClosers.add(close)
  if (!isGroup) after(close)
}

/** For what the files of a process share. */
export function atProcessEnd(close: Close): void {
  processClosers.add(close)
  if (!isGroup) after(close)
}
