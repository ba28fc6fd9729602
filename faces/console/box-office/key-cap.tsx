import styles from './box-office.module.css'

/** Which key does it, for whoever sees the page: the name of the button is without it. */
export const KeyCap = ({ name, isOn }: { name: string; isOn: boolean }) =>
  isOn ? (
    <span class={styles.key} aria-hidden="true">
      {name}
    </span>
  ) : null
