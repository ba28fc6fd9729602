import type { PageDocument, TicketPage } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import { Button } from '../kit/button.tsx'
import { formatDate } from '../kit/dates.ts'
import { money } from '../kit/money.ts'
import { fetchFile } from './api.ts'
import { pageDocumentWords } from './document-words.ts'
import styles from './documents.module.css'
import { saveFile } from './pass-files.tsx'
import { language, spoken, words } from './words.ts'

/** What was issued to the buyer, each with its files. */
export function PageDocuments({ page }: { page: TicketPage }) {
  const said = pageDocumentWords[spoken]
  const { documents, event } = page
  return (
    <section class={styles.documents}>
      <h2>{said.documents}</h2>
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
    </section>
  )
}

function Files({ document: { document_id, number, for_programs } }: { document: PageDocument }) {
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
      {for_programs && button('xml', said.xml)}
      {failed && <span role="alert">{words.noNetwork}</span>}
    </span>
  )
}
