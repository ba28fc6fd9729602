/** Of a party, asked for at the same time. */
const AT_ONCE = 5

/** A few at once, one few after the other, in their order. */
export async function inGroups<Item, Answer>(
  items: readonly Item[],
  ask: (item: Item) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let from = 0; from < items.length; from += AT_ONCE)
    answers.push(...(await Promise.all(items.slice(from, from + AT_ONCE).map(ask))))
  return answers
}
