import type { Words } from '../en/pictures.ts'

export const pictures: Words = {
  choose: 'Bild auswählen',
  another: 'Anderes auswählen',
  add: 'Bild hinzufügen',
  remove: 'Entfernen',
  byAddress: 'Stattdessen eine Adresse verwenden',
  address: 'Adresse eines Bildes',
  uploaded: 'Das Bild ist hochgeladen. Speichern Sie, um es zu verwenden.',
  noPicture:
    'Diese Datei lässt sich nicht verwenden. Wählen Sie ein Bild als PNG, JPEG oder WebP; ein sehr großes müssen Sie vielleicht vorher verkleinern.',
}
