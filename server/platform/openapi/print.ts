const WIDTH = 200

/** JSON of which whatever fits on a line stands on one: a third of the size of one value a line, and a change is still a line. */
export const printDocument = (document: unknown): string => `${print(document, 0, 0)}\n`

/** `before`: what stands on the line already, beside its indentation. */
function print(value: unknown, indent: number, before: number): string {
  const line = JSON.stringify(value)
  if (typeof value !== 'object' || value === null || indent + before + line.length <= WIDTH) return line
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const parts = Array.isArray(value)
    ? value.map((item) => print(item, indent + 1, 1))
    : Object.entries(value).map(([key, item]) => {
        const name = `${JSON.stringify(key)}: `
        return name + print(item, indent + 1, name.length + 1)
      })
  return [open, parts.map((part) => ' '.repeat(indent + 1) + part).join(',\n'), ' '.repeat(indent) + close].join('\n')
}
