import { useRef, useState } from 'preact/hooks'
import { announce } from '../../kit/announcer.tsx'
import { Button } from '../../kit/button.tsx'
import { Field } from '../../kit/field.tsx'
import { useAction } from '../../kit/use-action.ts'
import { common } from '../words/common.ts'
import { words } from '../words/pictures.ts'
import detail from './detail.module.css'
import form from './form.module.css'
import styles from './picture-field.module.css'
import { TroubleNotice } from './trouble.tsx'
import { NoPicture, type PictureKind, uploadPicture } from './upload-picture.ts'

type Props = {
  name: string
  label: string
  hint?: string
  kind: PictureKind
  why?: string | undefined
  error?: string | undefined
}

/** One picture: uploaded from here, or at an address elsewhere. The form sends its address under `name`, empty where it was removed. */
export function PictureField({ defaultValue, ...props }: Props & { defaultValue: string | null }) {
  return <Pictures {...props} defaultValue={defaultValue === null ? [] : [defaultValue]} picturesMax={1} />
}

/** Several, the most important first. The form has `name` once for each. */
export function PicturesField(props: Props & { defaultValue: string[]; picturesMax: number }) {
  return <Pictures {...props} />
}

function Pictures({
  name,
  label,
  hint,
  kind,
  why,
  error,
  defaultValue,
  picturesMax,
}: Props & { defaultValue: string[]; picturesMax: number }) {
  const [addresses, setAddresses] = useState(defaultValue)
  const chooser = useRef<HTMLInputElement>(null)
  const upload = useAction()
  const isOne = picturesMax === 1
  const add = (address: string) => setAddresses(isOne ? [address] : [...addresses, address])
  const choose = (file: File | undefined) => {
    if (!file) return
    void upload.run(async () => {
      add(await uploadPicture(file, kind))
      announce(words.uploaded)
    })
  }
  const isFull = !isOne && addresses.length >= picturesMax
  return (
    <fieldset class={styles.field}>
      <legend>{label}</legend>
      {hint !== undefined && <p class={detail.muted}>{hint}</p>}
      {addresses.length > 0 && (
        <div class={styles.pictures}>
          {addresses.map((address, index) => (
            <div key={address} class={styles.picture}>
              <input type="hidden" name={name} value={address} />
              <img src={address} alt={isOne ? label : `${label} ${index + 1}`} />
              {why === undefined && (
                <Button look="quiet" onClick={() => setAddresses(addresses.filter((_, other) => other !== index))}>
                  {common.remove}
                  <span class="visually-hidden"> {isOne ? label : `${label} ${index + 1}`}</span>
                </Button>
              )}
            </div>
          ))}
        </div>
      )}
      {upload.error !== undefined &&
        (upload.error instanceof NoPicture ? (
          <p role="alert" class={styles.error}>
            {words.noPicture}
          </p>
        ) : (
          <TroubleNotice error={upload.error} />
        ))}
      {error !== undefined && <p class={styles.error}>{error}</p>}
      {why === undefined && !isFull && (
        <>
          <div class={form.actions}>
            <input
              ref={chooser}
              type="file"
              hidden
              aria-label={label}
              accept="image/png,image/jpeg,image/webp"
              onChange={({ currentTarget }) => {
                choose(currentTarget.files?.[0])
                // So that choosing the same file again is a change too.
                currentTarget.value = ''
              }}
            />
            <Button busy={upload.isBusy} onClick={() => chooser.current?.click()}>
              {isOne ? (addresses.length === 0 ? words.choose : words.another) : words.add}
              <span class="visually-hidden">: {label}</span>
            </Button>
          </div>
          <AddressField label={label} onAdd={add} />
        </>
      )}
    </fieldset>
  )
}

/** What is typed is shown at once by Enter, or when one leaves the field. */
function AddressField({ label, onAdd }: { label: string; onAdd(address: string): void }) {
  const take = (input: HTMLInputElement) => {
    if (!URL.canParse(input.value)) return
    onAdd(input.value)
    input.value = ''
  }
  return (
    <details>
      <summary>
        {words.byAddress}
        <span class="visually-hidden">: {label}</span>
      </summary>
      <Field
        name=""
        label={words.address}
        placeholder="https://"
        spellcheck={false}
        onBlur={({ currentTarget }) => take(currentTarget)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          take(event.currentTarget)
        }}
      />
    </details>
  )
}
