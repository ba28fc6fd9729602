import type { ChangeOrganisation } from '@grandstand/sdk'
import { Button } from '../../kit/button.tsx'
import { toast } from '../../kit/toast.tsx'
import { api, fieldErrors } from '../parts/api.ts'
import { useConsole } from '../parts/console.tsx'
import form from '../parts/form.module.css'
import { type Filled, useSubmit } from '../parts/use-submit.ts'
import { common } from '../words/common.ts'

/** Saves what was filled in; the console shows it at once. */
export function useChange(changeOf: (filled: Filled) => ChangeOrganisation) {
  const { setOrganisation } = useConsole()
  const submission = useSubmit(async (filled) => {
    setOrganisation(await api.organisation.change(changeOf(filled)))
    toast(common.saved)
  })
  return { ...submission, problems: fieldErrors(submission.error) }
}

/** What was emptied is cleared. */
export const orNull = (text: string | undefined) => text ?? null

/** undefined: they may change it. */
export type Why = { why: string | undefined }

/** Of several on a page one at most is the main one. */
export const Save = ({ why, isBusy, isMain = false }: Why & { isBusy: boolean; isMain?: boolean }) => (
  <div class={form.actions}>
    <Button type="submit" look={isMain ? 'strong' : 'plain'} busy={isBusy} why={why}>
      {common.save}
    </Button>
  </div>
)
