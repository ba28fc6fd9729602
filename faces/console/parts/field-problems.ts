import { loadWords, spoken } from '../words/load.ts'
import type { FieldProblem } from './problem-sentences.ts'

let sentences: typeof import('./problem-sentences.ts') | undefined

/** Loaded when the first form is refused: most are not. Without them, as without a connection, the API's own text is shown. */
export async function loadProblemWords(): Promise<void> {
  const load = async () => {
    await loadWords('problems')
    sentences = await import('./problem-sentences.ts')
  }
  await load().catch(() => {})
}

/** In the console's language, next to the field. */
export const explainProblem = (problem: FieldProblem): string =>
  sentences?.sayProblem(spoken.problems, problem) ?? problem.message

/** Above the form, where each problem is told at its field. */
export const aboutProblems = (code: string): string | undefined =>
  code.startsWith('parameter_') ? spoken.problems?.lookAtTheFields : undefined
