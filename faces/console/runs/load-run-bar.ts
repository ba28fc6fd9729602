import { loadWords } from '../words/load.ts'

/** Few who look at a list do anything with many of its rows: what that takes is loaded when the first one is ticked. */
export async function loadRunBar() {
  await loadWords('runs')
  return (await import('./run-bar.tsx')).RunBar
}
