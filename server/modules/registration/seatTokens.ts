import type { RegistrationId } from '#contract/ids.ts'
import type { Settings } from '../../config/env.ts'
import { API_BASE } from '../../http/apiBase.ts'
import { sha256, signedTexts } from '../../text/secrets.ts'
import type { RegistrationRow } from './repository.ts'

/* Links to the pages of seats without an account. They need no row, and end with the address of the seat. */

export const SEAT_PATH = '/contents/seats'

const SHAPE = /^([1-9]\d{0,9})\.([0-9a-f]{16})$/

export const digestOf = (email_key: string): string => sha256(`seat ${email_key}`).slice(0, 16)

export function seatTokens(jwtSecret: string) {
  const { tokenOf, textIn } = signedTexts(jwtSecret, 'discordia seat without an account')
  return {
    tokenOf: (id: RegistrationId, email_key: string): string =>
      tokenOf(`${id}.${digestOf(email_key)}`),
    /** Null for an invalid token. Whether the seat still has the address is another question. */
    namedIn(token: string): { readonly id: RegistrationId; readonly digest: string } | null {
      const [, id, digest] = SHAPE.exec(textIn(token, SHAPE) ?? '') ?? []
      return id === undefined || digest === undefined
        ? null
        : { id: Number(id) as RegistrationId, digest }
    },
  }
}

type Parts = { readonly jwtSecret: string; readonly settings: Pick<Settings, 'publicUrl'> }

export const seatLink = ({ jwtSecret, settings }: Parts, { id, email_key }: RegistrationRow) =>
  email_key === null
    ? undefined
    : `${settings.publicUrl}${API_BASE}${SEAT_PATH}/${seatTokens(jwtSecret).tokenOf(id, email_key)}`
