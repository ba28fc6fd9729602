import { type Spoken, speak } from '../../kit/messages.ts'
import { locale } from '../language/language.ts'
import type { Arguments } from './arguments.generated.ts'
import type english from './en/common.json'

/** The words of several areas: Save, Cancel, Name. It is loaded with the words of the frame. */
export let common = {} as Spoken<typeof english, Arguments['common']>

export function speakCommon(catalogue: typeof english): void {
  common = speak(catalogue, locale)
}
