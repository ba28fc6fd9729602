import { createHash } from 'node:crypto'
import { ownedRows } from '../../access/organisations.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { redirectToReturn } from '../../platform/http/redirect.ts'
import { Input, OneOf, Text } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { type Html, html } from '../../platform/values/html.ts'
import { currencyExponent, toMajor } from '../../platform/values/money.ts'
import type { PaymentDeps } from './providers.ts'
import { type BankEnding, organisationIn } from './test-bank.ts'

/** What a buyer can do there. Where one stays, the shop has to find out without them: they closed the page. */
const choices = {
  pay: { ending: 'paid', returns: true, label: 'Pay' },
  pay_and_stay: { ending: 'paid', returns: false, label: 'Pay, and never come back' },
  later: { ending: 'later', returns: true, label: 'Pay; the money takes days' },
  decline: { ending: 'declined', returns: true, label: 'Be declined' },
  cancel: { ending: 'cancelled', returns: true, label: 'Cancel' },
  arrive: { ending: 'paid', returns: false, label: 'The money arrives' },
  fail: { ending: 'declined', returns: false, label: 'The money does not come' },
} satisfies Record<string, { ending: BankEnding; returns: boolean; label: string }>
type Choice = keyof typeof choices

const FIRST: Choice[] = ['pay', 'pay_and_stay', 'later', 'decline', 'cancel']
const ON_ITS_WAY: Choice[] = ['arrive', 'fail']

const path = '/test-bank/:reference'
const Params = Input({ reference: Text(255) })
const config = { scope: 'public', host: 'ours' } as const

/**
 * The bank that the test provider sends buyers to, with a button for every ending. It is not in the description of the API: its addresses are
 * what a checkout answers. A caller that knows a payment's reference, which cannot be guessed, decides what becomes of it; there is no session.
 */
export const serveTestBank: Operation<PaymentDeps> = (app, { sql, payments }) => {
  app.get(path, { config, schema: { params: Params, hide: true } }, async ({ params }, reply) => {
    const payment = await requirePayment(sql, params.reference)
    return reply
      .headers(headersFor(payment))
      .type('text/html; charset=utf-8')
      .send(pageOf(payment, await payments.testBank.endingOf(params.reference)))
  })
  app.post(
    path,
    {
      config,
      schema: { params: Params, body: Input({ choice: OneOf(Object.keys(choices) as Choice[]) }), hide: true },
    },
    async ({ params, body }, reply) => {
      const payment = await requirePayment(sql, params.reference)
      const { ending, returns } = choices[body.choice]
      const chosen = await payments.testBank.choose(params.reference, ending)
      if (returns) return redirectToReturn(reply, payment.return_url)
      return reply.headers(headersFor(payment)).type('text/html; charset=utf-8').send(pageOf(payment, chosen))
    },
  )
}

type BankPayment = { org_id: number; name: string; amount_minor: number; currency: string; return_url: string }

async function requirePayment(sql: Db, reference: string): Promise<BankPayment> {
  const named = organisationIn(reference)
  const [payment] = await ownedRows(sql<BankPayment[]>`
    select p.org_id, o.name, p.amount_minor, p.currency, p.return_url
    from payments p
    join organisations o using (org_id)
    where p.org_id = ${named}
      and p.provider = 'test'
      and p.provider_reference = ${reference}
      and p.return_url is not null
      and o.mode = 'test'`)
  if (!payment) throw new ApiError('resource_missing')
  return payment
}

const STYLE = `
body { margin: 0 auto; max-width: 34rem; padding: 1rem; font: 1.1rem/1.5 system-ui, sans-serif }
button { display: block; width: 100%; margin: 0.5rem 0; padding: 0.75rem; font: inherit; text-align: start }
p:first-child { border: 1px solid; padding: 0.5rem }`
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/** Browsers hold the answer to a form to its policy, the way back included. */
const headersFor = ({ return_url }: BankPayment) => ({
  'content-security-policy': `default-src 'none'; img-src data:; style-src 'sha256-${STYLE_HASH}'; form-action 'self' ${new URL(return_url).origin}; frame-ancestors 'none'; base-uri 'none'`,
  'referrer-policy': 'no-referrer',
})

function pageOf(payment: BankPayment, ending: BankEnding | undefined): string {
  const amount = `${payment.currency} ${toMajor(payment.amount_minor, payment.currency).toFixed(currencyExponent(payment.currency))}`
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Test bank</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<main>
<p>This is no bank. ${payment.name} is a sandbox: no money moves here.</p>
<h1>${amount}</h1>
${bodyOf(payment, ending)}
</main>
</body>
</html>
`.text
}

const SAID: Record<BankEnding, string> = {
  paid: 'It is paid.',
  later: 'The money is on its way.',
  declined: 'It was declined.',
  cancelled: 'It was cancelled.',
}

const bodyOf = ({ name, return_url }: BankPayment, ending: BankEnding | undefined): Html =>
  ending === undefined
    ? html`<p>What does the buyer of ${name} do?</p>${formOf(FIRST)}`
    : html`<p>${SAID[ending]}</p>${ending === 'later' ? formOf(ON_ITS_WAY) : undefined}
<p><a href="${return_url}">Back to ${name}</a>, or close this page.</p>`

const formOf = (offered: Choice[]): Html => html`<form method="post">
${offered.map((choice) => html`<button name="choice" value="${choice}">${choices[choice].label}</button>`)}
</form>`
