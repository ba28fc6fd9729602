/** What a mail shows, in the order in which it is read: the same for the plain text and the HTML. */
export type MailPage = {
  /** BCP 47, of the words. */
  language: string
  organisation: {
    name: string
    /** #rrggbb */
    accent: string | null
    /** The cid of an image in the mail itself. */
    logoCid?: string | undefined
  }
  /** What inboxes show beside the subject. */
  preview: string
  heading: string
  intro: string[]
  /** To be typed somewhere; alone on its line. */
  code?: string
  ticket?: {
    title: string
    about: string[]
    places: { title: string; detail: string[] }[]
  }
  /** Every charge of a payment plan with its day, and their sum. */
  plan?: { title: string; charges: { label: string; amount: string }[]; total: { label: string; amount: string } }
  sums?: { label: string; amount: string }[]
  total?: { label: string; amount: string }
  /** Of the total, below it: the tax in it. */
  included?: { label: string; amount: string }[]
  button?: { label: string; href: string }
  /** Several places to go to, each with what is there. */
  choices?: { label: string; detail: string; href: string }[]
  closing: string[]
  footer: string[]
  /** Below it: terms, privacy and so on. */
  links?: { label: string; href: string }[]
}

/** Without lines of a fixed length: mailboxes wrap them for the screen at hand. */
export function asText(page: MailPage): string {
  const { ticket, button, total, plan } = page
  const sums = [...(page.sums ?? []), ...(total ? [total] : []), ...(page.included ?? [])]
  const blocks = [
    page.heading,
    ...page.intro,
    ...(page.code === undefined ? [] : [`    ${page.code}`]),
    ...(ticket
      ? [
          [ticket.title, ...ticket.about].join('\n'),
          ticket.places
            .map(({ title, detail }) => [`- ${title}`, ...detail.map((line) => `  ${line}`)].join('\n'))
            .join('\n'),
        ]
      : []),
    ...(button ? [`${button.label}:\n${button.href}`] : []),
    ...(page.choices ?? []).map(({ label, detail, href }) => `${label}\n${detail}\n${href}`),
    sums.map(({ label, amount }) => `${label}: ${amount}`).join('\n'),
    plan
      ? [plan.title, ...[...plan.charges, plan.total].map(({ label, amount }) => `${label}: ${amount}`)].join('\n')
      : '',
    ...page.closing,
    // What mail programs know as the line before a signature.
    page.footer.length === 0
      ? ''
      : ['-- ', ...page.footer, ...(page.links ?? []).map(({ label, href }) => `${label}: ${href}`)].join('\n'),
  ]
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`
}
