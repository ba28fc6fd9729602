import type { Problem } from './errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The field of the body whose items are refused one by one, in the answer, instead of all together. */
    rowsIn?: string
  }
  interface FastifyRequest {
    /** The first problem of each refused item of `rowsIn`, by its place there. Those items are in the body as they came. */
    rowProblems: ReadonlyMap<number, Problem>
  }
}

type Body = Record<string, unknown>
type Part = { coerce: (value: unknown) => unknown; check: (value: unknown) => Problem[] }

export const noRowProblems: ReadonlyMap<number, Problem> = new Map()

/**
 * Parts what is wrong with single rows from what is wrong with the request. Where a row is wrong, each is read and checked in a body
 * of its own: the validator stops after so many findings, and reading after so many unknown fields, and both would miss later rows.
 */
export function readRows(sent: Body, field: string, rowsMax: number, { coerce, check }: Part) {
  const body = coerce(sent)
  const problems = check(body)
  const rows = sent[field]
  const isAsked =
    Array.isArray(rows) && rows.length <= rowsMax && problems.some(({ param }) => param.startsWith(`${field}[`))
  if (!isAsked) return { body, problems, rowProblems: noRowProblems }
  const readOne = (row: unknown): Body => coerce({ ...sent, [field]: [row] }) as Body
  const rowProblems = new Map<number, Problem>()
  const rowsRead = rows.map((row, index) => {
    const one = readOne(row)
    const problem = problemOfRow(check(one), field, index)
    if (problem) rowProblems.set(index, problem)
    return (one[field] as unknown[])[0]
  })
  const frame = coerce({ ...sent, [field]: [] }) as Body
  const ofRequest = check(frame).filter(({ param }) => param !== field)
  return { body: { ...frame, [field]: rowsRead }, problems: ofRequest, rowProblems }
}

function problemOfRow(problems: Problem[], field: string, index: number): Problem | undefined {
  const first = `${field}[0]`
  const problem = problems.find(({ param }) => param.startsWith(first))
  if (!problem) return undefined
  const inPlace = (text: string) => text.replaceAll(first, `${field}[${index}]`)
  return { ...problem, param: inPlace(problem.param), message: inPlace(problem.message) }
}
