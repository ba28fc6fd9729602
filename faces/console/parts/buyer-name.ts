export type Named = { first_name: string | null; last_name: string | null; email_address: string | null }

/** The buyer, by the best that is known of them. */
export function buyerName({ first_name, last_name, email_address }: Named, noName: string): string {
  const name = [first_name, last_name].filter((part) => part !== null && part !== '').join(' ')
  return name === '' ? (email_address ?? noName) : name
}
