import { useId, useRef } from 'preact/hooks'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Field } from '../../kit/field.tsx'
import { toast } from '../../kit/toast.tsx'
import { useAction } from '../../kit/use-action.ts'
import { useLoad } from '../../kit/use-load.ts'
import { api, fieldErrors } from '../parts/api.ts'
import form from '../parts/form.module.css'
import { tagChoices } from '../parts/list/choices.ts'
import type { TaggedObjects } from '../parts/list/description.ts'
import { Tag } from '../parts/page.tsx'
import { TroubleNotice } from '../parts/trouble.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { common } from '../words/common.ts'
import { words as parts } from '../words/parts.ts'
import { words } from '../words/runs.ts'
import styles from './runs.module.css'

/** Gives one object a tag or takes it away, one at a time, for as long as it is open. */
export function TagsDialog({
  objects,
  id,
  tags,
  onChanged,
  onClose,
}: {
  objects: TaggedObjects
  id: number
  tags: string[]
  onChanged(tags: string[]): void
  onClose(): void
}) {
  const field = useRef<HTMLFormElement>(null)
  const choices = useId()
  // Those in use are only offered: any other can be typed.
  const { data: inUse = [] } = useLoad(() => tagChoices(objects)(api), [objects])
  const object = { object_type: objects, object_id: id }
  const adding = useSubmit(async (filled) => {
    onChanged((await api.runs.addTag({ ...object, tag: filled.text('tag') })).tags)
    field.current?.reset()
    toast(words.tagAdded)
  })
  const removing = useAction()
  const remove = (tag: string) =>
    removing.run(async () => {
      onChanged((await api.runs.removeTag({ ...object, tag })).tags)
      // The button that had the focus is gone.
      field.current?.querySelector('input')?.focus()
      toast(words.tagRemoved)
    })
  const problems = fieldErrors(adding.error)
  const trouble = removing.error ?? (problems.tag === undefined ? adding.error : undefined)
  return (
    <Dialog open title={parts.tags} onClose={onClose}>
      {trouble !== undefined && <TroubleNotice error={trouble} />}
      <p>{words.tagsAbout}</p>
      {tags.length > 0 && (
        <ul class={styles.tags}>
          {tags.map((tag) => (
            <li key={tag}>
              <Tag>{tag}</Tag>
              <Button look="quiet" busy={removing.isBusy} onClick={() => remove(tag)}>
                {common.remove}
                <span class="visually-hidden"> {tag}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <form ref={field} class={form.form} onSubmit={adding.submit}>
        <Field
          name="tag"
          label={words.tagField}
          hint={words.tagHint}
          list={choices}
          autocomplete="off"
          required
          autofocus
          maxLength={40}
          error={problems.tag}
        />
        <datalist id={choices}>
          {inUse.map(({ value }) => (
            <option key={value} value={value} />
          ))}
        </datalist>
        <div class={form.actions}>
          <Button type="submit" look="strong" busy={adding.isBusy}>
            {words.addTag}
          </Button>
          <Button onClick={onClose}>{common.close}</Button>
        </div>
      </form>
    </Dialog>
  )
}
