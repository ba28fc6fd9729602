import { counted } from '../../language/language.ts'
import type { Words } from '../en/setup.ts'

export const setup: Words = {
  welcome: (left) => `Le damos la bienvenida. ${counted(left, 'paso', 'pasos')} hasta su primer partido.`,
  stepsLeft: (left) => `${counted(left, 'paso', 'pasos')} por hacer`,
  progress: (done, all) => `${done} de ${all} hechos. Puede dejarlo cuando quiera; esta lista le espera.`,
  list: 'Lo que falta por hacer',
  done: 'Hecho',
  open: 'Todavía no',
  missing: (parts) => `Falta: ${parts}`,
  someoneElse: 'Lo hace un propietario',
  importMembers: 'Importar socios',
  lookAround: '¿Tiene una lista de sus socios?',
  steps: {
    club: { title: 'Su club', about: 'Logotipo, colores, contacto', verb: 'Configurar' },
    ground: { title: 'Su estadio', about: 'Dónde juega, y sus puertas', verb: 'Configurar el estadio' },
    seats: {
      title: 'Sus asientos',
      about: 'Un estadio habitual o una lista; no hace falta si no están numerados',
      verb: 'Añadir asientos',
    },
    event: {
      title: 'Su primer partido',
      about: 'Fecha, precios, quién compra y cuándo; después, publicarlo',
      verb: 'Crear un partido',
    },
    shop: { title: 'Su tienda', about: 'Su dirección; condiciones y privacidad', verb: 'Escribir las condiciones' },
    payments: { title: 'Cobrar', about: 'Conecte su cuenta en el proveedor de pagos', verb: 'Conectar' },
    team: { title: 'Su equipo', about: 'Invite a colegas, cada uno con una función', verb: 'Invitar al equipo' },
    scanners: {
      title: 'Puertas y teléfonos',
      about: 'Convierta cualquier teléfono en un escáner',
      verb: 'Añadir un escáner',
    },
    sale: {
      title: 'Probar una venta',
      about: 'Compre una entrada en su propia tienda; no se cobra a nadie',
      verb: 'Abrir la tienda',
    },
  },
  goOnWithDraft: 'Seguir con el borrador',
  parts: {
    logo: 'logotipo',
    colours: 'colores',
    contact: 'dirección a la que escriben los aficionados',
    venue: 'recinto',
    gates: 'puertas',
    seats: 'asientos',
    event: 'partido',
    published: 'publicarlo',
    terms: 'condiciones',
    privacy: 'privacidad',
    account: 'cuenta de pagos',
    colleague: 'un colega',
    scanner: 'un escáner',
    ticket: 'una entrada',
  },
}
