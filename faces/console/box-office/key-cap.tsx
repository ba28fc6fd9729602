import styles from './box-office.module.css'

/** Which key does it, to be seen only: a screen reader says the button's name without it. */
export const KeyCap = ({ name, isOn }: { name: string; isOn: boolean }) =>
  isOn ? (
    <span class={styles.key} aria-hidden="true">
      {name}
    </span>
  ) : null
