import { type ConsoleLanguage, chooseLanguage, consoleLanguages, language } from '../language/language.ts'
import { words } from '../words/frame.ts'
import styles from './language-choice.module.css'

/** Which language the console speaks in this browser. */
export function LanguageChoice() {
  return (
    <label class={styles.choice}>
      <span class="visually-hidden">{words.language}</span>
      <select value={language} onChange={({ currentTarget }) => chooseLanguage(currentTarget.value as ConsoleLanguage)}>
        {Object.entries(consoleLanguages).map(([code, name]) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
