import { parser } from '../../server/platform/parsing/parser.ts'
import { UnreadableFile } from '../../server/platform/values/unreadable-file.ts'

/** What a parser may do in the worst case, at the word of a test. */
export function behave(how: string): string {
  if (how === 'hang') for (;;);
  if (how === 'fill') {
    const filling: unknown[] = []
    for (;;) filling.push(Array.from({ length: 10_000 }, (_, index) => ({ index })))
  }
  if (how === 'exit') process.exit(3)
  if (how === 'refuse') throw new UnreadableFile('line 7: no')
  if (how === 'fail') throw new TypeError('a fault of ours')
  if (how === 'environment') return JSON.stringify(process.env)
  return how
}

export const behaviour = parser<typeof import('./hostile-parser.ts'), 'behave'>({
  name: 'behaviour',
  file: new URL(import.meta.url),
  function: 'behave',
  timeoutMs: 400,
})
