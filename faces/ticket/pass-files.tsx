import { useState } from 'preact/hooks'
import { Button } from '../kit/button.tsx'
import { fetchFile, googleWalletLink } from './api.ts'
import styles from './ticket.module.css'
import { words } from './words.ts'

type PassFilesProps = {
  wallets: string[]
  /** The name of the downloaded files. */
  name: string
  /** Where the file is, and what the passes are below. */
  pdf: string
  passes: string
}

/** A ticket or a card as a file, or in the wallet of the phone where the organisation has one: each needs a network for once. */
export function PassFiles({ wallets, name, pdf, passes }: PassFilesProps) {
  const [busy, setBusy] = useState('')
  const [failed, setFailed] = useState(false)
  const files: { label: string; open(): Promise<void> }[] = [
    { label: words.pdf, open: async () => saveFile(await fetchFile(pdf), `${name}.pdf`) },
    ...(wallets.includes('apple')
      ? [
          {
            label: words.apple,
            open: async () => saveFile(await fetchFile(`${passes}/apple.pkpass`), `${name}.pkpass`),
          },
        ]
      : []),
    ...(wallets.includes('google')
      ? [{ label: words.google, open: async () => location.assign(await googleWalletLink(`${passes}/google_wallet`)) }]
      : []),
  ]
  const press = async ({ label, open }: (typeof files)[number]) => {
    setBusy(label)
    setFailed(false)
    await open().catch(() => setFailed(true))
    setBusy('')
  }
  return (
    <>
      {files.map((file) => (
        <Button key={file.label} busy={busy === file.label} onClick={() => press(file)}>
          {file.label}
        </Button>
      ))}
      {failed && (
        <p role="alert" class={styles.failed}>
          {words.noNetwork}
        </p>
      )}
    </>
  )
}

/** The secret is in a header, so a link cannot fetch it: the file is handed over once it is here. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
