import type { CheckoutBasket } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import { CheckField } from '../kit/field.tsx'
import { spokenOf } from '../kit/languages.ts'
import { RecipientFields, recipientErrors, recipientOf, recipientProblems } from '../kit/recipient-fields.tsx'
import { recipientWords } from '../kit/recipient-words.ts'
import { useLoad } from '../kit/use-load.ts'
import { api } from './api.ts'
import styles from './basket-page.module.css'
import { useShop } from './shop.tsx'
import { withToken } from './token.ts'

const wordsIn = (language: string) => recipientWords[spokenOf(language) ?? 'en']

/** What the club knows of the fan who is signed in, by the names of the fields; nothing of whom it does not know. */
async function ownAddress(): Promise<Record<string, string>> {
  const token = withToken()
  if (token.ssoToken === undefined) return {}
  const known = await api.storefront.retrieveOwnRecipient(token).catch(() => undefined)
  if (!known) return {}
  const { company, address_lines: lines, postcode, city, country } = known
  const fields = { company, address: lines[0], more: lines[1], postcode, city, country }
  return Object.fromEntries(Object.entries(fields).flatMap(([name, value]) => (value ? [[`to_${name}`, value]] : [])))
}

type InvoiceFormProps = { typed: Record<string, string>; problems: Record<string, string> }

/** A box to tick; only then is an address asked for. */
export function InvoiceForm({ typed, problems }: InvoiceFormProps) {
  const { storefront, language } = useShop()
  const said = wordsIn(language)
  const [isWanted, setWanted] = useState(typed.to_invoice !== undefined)
  const { data: known } = useLoad(() => (isWanted ? ownAddress() : Promise.resolve(undefined)), [isWanted])
  return (
    <div class={styles.fields}>
      <CheckField
        name="to_invoice"
        label={said.ask}
        hint={isWanted ? undefined : said.askHint}
        defaultChecked={isWanted}
        onChange={setWanted}
      />
      {isWanted && known && (
        <RecipientFields
          said={said}
          locale={language}
          country={storefront.country}
          typed={typed.to_address === undefined ? { ...typed, ...known } : typed}
          problems={recipientErrors(problems)}
          withPeppol={storefront.sends_by_peppol}
          pair={styles.pair}
        />
      )}
    </div>
  )
}

type Buyer = CheckoutBasket['customer']

/** What the form says of the invoice, and what is wrong with it, by the names that the service has for it. */
export function invoiceOf(form: FormData, { first_name, last_name }: Buyer, language: string) {
  const document_recipient = recipientOf(form, `${first_name} ${last_name}`.trim())
  const problems = Object.entries(recipientProblems(document_recipient, wordsIn(language)))
  return {
    fields: { document_recipient },
    problems: Object.fromEntries(problems.map(([name, text]) => [`document_recipient[${name}]`, text])),
  }
}
