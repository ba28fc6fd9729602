export type Page = {
  data: unknown[]
  has_more?: boolean
  next_cursor?: string | null
  next_after?: number | string | null
}
type Input = Record<string, unknown>
type Read = (input: Input) => Promise<{ page: Page; link: string | null }>

/**
 * A list that is read while it is walked through: `for await (const member of grandstand.members.list())`. It holds one page,
 * however long it is.
 */
export type List<P> = AsyncIterable<ItemOf<P>> & {
  /** Page after page, each with what else it says. */
  pages(): AsyncIterableIterator<P>
  /** The first page alone. */
  page(): Promise<P>
  /** All of it, for lists that are short. */
  all(): Promise<ItemOf<P>[]>
}

type ItemOf<P> = P extends { data: (infer Item)[] } ? Item : never

export function createList(read: Read, input: Input): List<Page> {
  async function* pages(): AsyncGenerator<Page, void> {
    let next: Input | undefined = input
    while (next) {
      const { page, link }: { page: Page; link: string | null } = await read(next)
      yield page
      next = following(page, link, next)
    }
  }
  async function* items(): AsyncGenerator<unknown, void> {
    for await (const { data } of pages()) yield* data
  }
  return {
    [Symbol.asyncIterator]: items,
    pages,
    page: async () => (await read(input)).page,
    async all() {
      const all: unknown[] = []
      for await (const { data } of pages()) all.push(...data)
      return all
    },
  } as List<Page>
}

/** What to ask for after a page; undefined after the last. */
function following(page: Page, link: string | null, input: Input): Input | undefined {
  if (page.has_more !== true) return undefined
  if (page.next_cursor) return { ...input, cursor: page.next_cursor }
  if (page.next_after != null) return { ...input, after: page.next_after }
  const cursor = /[?&]cursor=([^&>]+)/.exec(link ?? '')?.[1]
  if (cursor) return { ...input, cursor: decodeURIComponent(cursor) }
  return { ...input, page_number: Number(input.page_number ?? 1) + 1 }
}
