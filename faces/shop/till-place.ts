import type { Chosen, Till } from './payment-props.ts'

/** Where what one pays with is put once it is on the page. A button that is pressed before that waits for it: the press is not lost. */
export class TillPlace {
  #arrive: (till: Till) => void = () => {}
  #till = new Promise<Till>((resolve) => {
    this.#arrive = resolve
  })

  readonly set = (till: Till): void => {
    this.#arrive(till)
    this.#till = Promise.resolve(till)
  }

  readonly method = async (form: HTMLFormElement): Promise<Chosen | { problem: string }> =>
    (await this.#till).method(form)
}
