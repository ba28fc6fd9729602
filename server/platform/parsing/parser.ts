/**
 * A function that reads what a stranger wrote, and runs in a thread of its own (`parsers.ts`). The file is loaded there by its address;
 * what goes in and comes out is copied, so it is plain data.
 */
export type Parser<Args extends unknown[], Result> = {
  /** As the table in SECURITY.md has it. */
  name: string
  file: string
  function: string
  /** An honest file of the largest size takes a fifth of it. */
  timeoutMs: number
  /** Only for the type. */
  readonly run?: (...args: Args) => Result
}

// biome-ignore lint/suspicious/noExplicitAny: the parameters of functions are compared the other way round
type AnyFunction = (...args: any[]) => unknown

/** `parser<typeof import('./read-x.ts'), 'readX'>(…)`: the compiler holds the name to the file, and the caller to the function. */
export function parser<Module, Name extends keyof Module & string>(description: {
  name: string
  file: URL
  function: Name
  timeoutMs: number
}): Module[Name] extends AnyFunction ? Parser<Parameters<Module[Name]>, Awaited<ReturnType<Module[Name]>>> : never
export function parser(description: { name: string; file: URL; function: string; timeoutMs: number }) {
  return { ...description, file: description.file.href }
}
