import type { Settings } from '../../config/env.ts'
import { API_BASE } from '../../http/apiBase.ts'
import { signedTexts } from '../../text/secrets.ts'
import type { Case } from './repository.ts'

/* Links to appeal. They need no row and no session, and end with the decision that they are about. */

export const APPEAL_PATH = '/reports/appeals'

const SHAPE = /^([1-9]\d{0,9})\.([1-9]\d{0,15})$/
const signed = (jwtSecret: string) => signedTexts(jwtSecret, 'discordia appeal')

/** Null for an invalid token. */
export function namedIn(jwtSecret: string, token: string) {
  const [, id, at] = SHAPE.exec(signed(jwtSecret).textIn(token, SHAPE) ?? '') ?? []
  return id === undefined || at === undefined ? null : { id: Number(id), at: Number(at) }
}

type Parts = { readonly jwtSecret: string; readonly settings: Pick<Settings, 'publicUrl'> }

export const appealLink = (
  { jwtSecret, settings }: Parts,
  { id, decided_at }: Pick<Case, 'id' | 'decided_at'>,
): string =>
  `${settings.publicUrl}${API_BASE}${APPEAL_PATH}/${signed(jwtSecret).tokenOf(`${id}.${decided_at}`)}`
