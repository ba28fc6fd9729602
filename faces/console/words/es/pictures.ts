import type { Words } from '../en/pictures.ts'

export const pictures: Words = {
  choose: 'Elegir una imagen',
  another: 'Elegir otra',
  add: 'Añadir una imagen',
  remove: 'Quitar',
  byAddress: 'Usar una dirección',
  address: 'Dirección de una imagen',
  uploaded: 'La imagen está subida. Guarde para usarla.',
  noPicture:
    'Este archivo no se puede usar. Elija una imagen PNG, JPEG o WebP; quizá tenga que reducir antes una muy grande.',
}
