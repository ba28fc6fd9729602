import type { EventData } from 'node:test'
import type { SourceFile } from './groups.ts'

const LITERAL = /\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`$\\]|\\.)*)`)/y

/** The names that are written out in a file; undefined where it also makes some up as it runs. */
export function namesIn(text: string): string[] | undefined {
  const names: string[] = []
  for (const call of text.matchAll(/(?<![.\w])test(?:\.\w+)?\(/g)) {
    LITERAL.lastIndex = call.index + call[0].length
    const [, single, double, template] = LITERAL.exec(text) ?? []
    const name = single ?? double ?? template
    if (name === undefined) return undefined
    names.push(name.replaceAll(/\\(.)/g, '$1'))
  }
  // Without a call that can be seen, its tests are made in another file.
  return names.length > 0 ? names : undefined
}

/** The files that may have a test of such a name. */
export const filesWith = (files: SourceFile[], name: RegExp): SourceFile[] =>
  files.filter(({ text }) => namesIn(text)?.some((written) => name.test(written)) ?? true)

/** In a group a file is a test, named by its path. */
const FILE = /^\S+\.test\.ts$/

/**
 * What is not called so, and is not around what may be: a file, or the root, which is also called nothing. Skipping that is a
 * filter that gets into the files; a pattern of what to run would pass over them, since their own names do not match it.
 */
export const namedOtherwise = (name: RegExp): RegExp =>
  new RegExp(`^(?!.*(?:${name.source}))(?!\\S+\\.test\\.ts$|<root>$|$)`, 's')

export type TestEvent = { type: string; data: unknown }

/** What node tells of a run, as if there were no files around the tests. */
export async function* withoutFiles(events: AsyncIterable<TestEvent>): AsyncGenerator<TestEvent> {
  const files = { tests: 0, pass: 0, fail: 0 }
  for await (const { type, data } of events) {
    const { name, nesting, details } = data as Partial<EventData.TestFail>
    const isFile = nesting === 0 && name !== undefined && FILE.test(name)
    const isBroken =
      type === 'test:fail' && (details?.error as { failureType?: string } | undefined)?.failureType !== 'subtestsFailed'
    if (isFile && !isBroken) {
      if (type === 'test:pass' || type === 'test:fail') {
        files.tests += 1
        files[type === 'test:pass' ? 'pass' : 'fail'] += 1
      }
    } else if (type === 'test:diagnostic') {
      const { message } = data as EventData.TestDiagnostic
      const [, kind, count] = /^(tests|pass|fail) ([0-9]+)$/.exec(message) ?? []
      const counted = Number(count) - files[kind as keyof typeof files]
      yield { type, data: kind === undefined ? data : { ...(data as object), message: `${kind} ${counted}` } }
    } else yield { type, data: nesting ? { ...(data as object), nesting: nesting - 1 } : data }
  }
}
