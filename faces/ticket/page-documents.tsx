import type { PageDocument, TicketPage } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import { Button } from '../kit/button.tsx'
import { formatDate } from '../kit/dates.ts'
import { money } from '../kit/money.ts'
import { RecipientFields, recipientOf } from '../kit/recipient-fields.tsx'
import { recipientWords } from '../kit/recipient-words.ts'
import { fetchFile } from './api.ts'
import { AskingForm } from './asking-form.tsx'
import { pageDocumentWords } from './document-words.ts'
import styles from './documents.module.css'
import type { OnChanged } from './on-changed.ts'
import { saveFile } from './pass-files.tsx'
import { language, spoken, words } from './words.ts'

type PageDocumentsProps = { page: TicketPage; onChanged: OnChanged }

/** What was issued to the buyer, each with its files, and until then for whom it is to be. */
export function PageDocuments({ page, onChanged }: PageDocumentsProps) {
  const said = pageDocumentWords[spoken]
  const { documents, event, document_recipient: recipient } = page
  return (
    <section class={styles.documents}>
      <h2>{said.documents}</h2>
      {documents.length > 0 && (
        <ul>
          {documents.map((document) => (
            <li key={document.document_id}>
              <span>
                <b>
                  {said.kinds[document.kind]} {document.number}
                </b>
                <small>
                  {formatDate(document.issued, event.timezone, language, 'long')} ·{' '}
                  {money(document.total, document.currency, language)}
                </small>
              </span>
              <Files document={document} />
            </li>
          ))}
        </ul>
      )}
      {recipient?.until_unix != null && (
        <ForWhom page={page} name={recipient.name} until={recipient.until_unix} onChanged={onChanged} />
      )}
    </section>
  )
}

type ForWhomProps = PageDocumentsProps & { name: string | null; until: number }

function ForWhom({ page, name, until, onChanged }: ForWhomProps) {
  const said = pageDocumentWords[spoken]
  const fields = recipientWords[spoken]
  const [open, setOpen] = useState(false)
  const day = formatDate(until, page.event.timezone, language, 'full')
  return (
    <>
      <p>{name === null ? said.receipt : said.invoiceFor(name)}</p>
      <Button onClick={() => setOpen(true)}>{name === null ? said.wantInvoice : said.change}</Button>
      <AskingForm
        open={open}
        title={said.wantInvoice}
        hint={said.until(day)}
        submit={words.save}
        method="PUT"
        path="/document_recipient"
        bodyOf={(form) => recipientOf(form)}
        onClose={() => setOpen(false)}
        onDone={(changed) => onChanged(changed, said.invoiceFor(changed.document_recipient?.name ?? ''))}
      >
        {(errors) => (
          <RecipientFields
            said={fields}
            locale={language}
            country={page.organisation.country}
            problems={errors}
            withName
            withPeppol={page.document_recipient?.by_peppol === true}
            pair={styles.pair}
          />
        )}
      </AskingForm>
    </>
  )
}

function Files({ document: { document_id, number, e_invoice } }: { document: PageDocument }) {
  const said = pageDocumentWords[spoken]
  const [busy, setBusy] = useState('')
  const [failed, setFailed] = useState(false)
  const save = async (extension: string) => {
    setBusy(extension)
    setFailed(false)
    await fetchFile(`/documents/${document_id}/document.${extension}`).then(
      (file) => saveFile(file, `${number}.${extension}`),
      () => setFailed(true),
    )
    setBusy('')
  }
  const button = (extension: string, label: string) => (
    <Button busy={busy === extension} onClick={() => save(extension)}>
      {label}
      <span class="visually-hidden"> {number}</span>
    </Button>
  )
  return (
    <span class={styles.files}>
      {button('pdf', words.pdf)}
      {e_invoice && button('xml', said.xml)}
      {failed && <span role="alert">{words.noNetwork}</span>}
    </span>
  )
}
