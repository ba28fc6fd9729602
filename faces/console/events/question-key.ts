const LENGTH_MAX = 40

/** What forms and files call a question: its first words, in small letters and digits, and a number where another is called so already. */
export function questionKey(title: string, taken: string[]): string {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replace(/^[_0-9]+/, '')
    .replace(/_$/, '')
    .slice(0, LENGTH_MAX - 3)
    .replace(/_$/, '')
  const key = words === '' ? 'question' : words
  const free = [key, ...taken.map((_, index) => `${key}_${index + 2}`)].find((each) => !taken.includes(each))
  return free ?? key
}
