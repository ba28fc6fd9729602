import { useState } from 'preact/hooks'
import { Button } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { Field, SelectField } from '../kit/field.tsx'
import { allowRelay } from './program.ts'
import { bytesOfHex, choosePort, hasSerial, OPEN_MS, openTurnstile, type Relay, usualRelay } from './relay.ts'
import { relayOrigin } from './relay-address.ts'
import styles from './scan.module.css'
import { useWordsAnd } from './spoken.ts'
import { relayWords } from './words/relay.ts'
import { sheetWords } from './words/sheets.ts'

type RelayPanelProps = {
  open: boolean
  onClose(): void
  relay: Relay | null
  /** Done once it is kept. */
  onRelay(relay: Relay | null): Promise<void>
}

type Problems = Partial<Record<'on' | 'off' | 'url', string>>

const TEST_PASS = { nonce: 'test', result: 'admitted', direction: 'entry', eventId: 0, gateId: 0 } as const

/** Which relay, and whether it works: for the technician who sets a turnstile up. */
export function RelayPanel({ open, onClose, relay, onRelay }: RelayPanelProps) {
  const sheet = useWordsAnd(sheetWords)
  const words = useWordsAnd(relayWords)
  const [kind, setKind] = useState<Relay['kind'] | 'none'>(relay?.kind ?? 'none')
  const [problems, setProblems] = useState<Problems>({})
  const [said, setSaid] = useState<string | undefined>()
  const attempt = (work: Promise<void>, done: string) =>
    work.then(
      () => setSaid(done),
      () => setSaid(words.relayFailed),
    )
  const keep = async (form: HTMLFormElement) => {
    const next = relayOf(kind, new FormData(form), relay)
    const found: Problems = {
      ...(next?.kind === 'webhook' && relayOrigin(next.url) === undefined && { url: words.urlWrong }),
      ...(next?.kind === 'serial' && !bytesOfHex(next.on) && { on: words.hex }),
      ...(next?.kind === 'serial' && !bytesOfHex(next.off) && { off: words.hex }),
    }
    setProblems(found)
    if (Object.keys(found).length > 0) return
    await onRelay(next)
    setSaid(words.kept)
    if (originOf(next) === originOf(relay)) return
    // A page reaches what its policy names, and that is said when it is opened.
    await allowRelay(originOf(next))
    location.reload()
  }
  const kinds = [
    { value: 'none', label: words.none },
    ...(hasSerial() ? [{ value: 'serial', label: words.serial }] : []),
    { value: 'webhook', label: words.webhook },
  ]
  return (
    <Dialog open={open} title={sheet.relay} onClose={onClose}>
      <form
        class={styles.stack}
        onSubmit={(event) => {
          event.preventDefault()
          keep(event.currentTarget as HTMLFormElement)
        }}
      >
        <SelectField
          name="kind"
          label={sheet.relay}
          defaultValue={kind}
          options={kinds}
          onChange={({ currentTarget }) => setKind(currentTarget.value as Relay['kind'])}
        />
        {kind === 'serial' && (
          <>
            <Button wide onClick={() => attempt(choosePort(), words.chosen)}>
              {words.choose}
            </Button>
            <Field name="on" label={words.on} defaultValue={(relay ?? usualRelay).on} error={problems.on} />
            <Field name="off" label={words.off} defaultValue={(relay ?? usualRelay).off} error={problems.off} />
            <Field
              name="openMs"
              type="number"
              label={words.openMs}
              {...OPEN_MS}
              defaultValue={String((relay ?? usualRelay).openMs)}
            />
          </>
        )}
        {kind === 'webhook' && (
          <Field
            name="url"
            label={words.url}
            hint={words.urlHint}
            error={problems.url}
            defaultValue={relay?.url ?? ''}
            maxLength={200}
            spellcheck={false}
            required
          />
        )}
        <Button type="submit" look="strong" wide>
          {words.keep}
        </Button>
        {relay && (
          <Button wide onClick={() => attempt(openTurnstile(relay, TEST_PASS), words.opened)}>
            {words.test}
          </Button>
        )}
        <p role="status">{said}</p>
        <Button wide onClick={onClose}>
          {sheet.close}
        </Button>
      </form>
    </Dialog>
  )
}

const originOf = (relay: Relay | null): string | null =>
  relay?.kind === 'webhook' ? (relayOrigin(relay.url) ?? null) : null

/** What was typed; what was not asked for stays as it was. */
function relayOf(kind: Relay['kind'] | 'none', form: FormData, before: Relay | null): Relay | null {
  if (kind === 'none') return null
  const relay = before ?? usualRelay
  const typed = (name: 'url' | 'on' | 'off') => String(form.get(name) ?? relay[name]).trim()
  const openMs = Number(form.get('openMs') ?? relay.openMs) || usualRelay.openMs
  return { kind, url: typed('url'), on: typed('on'), off: typed('off'), openMs }
}
