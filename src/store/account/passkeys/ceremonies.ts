import { askForPasskey, createPasskey } from '#src/platform/passkeys.ts'
import { isNotConfirmed } from '../../http/errors.ts'
import type { AppThunk } from '../../reducer.ts'
import { secondFactorApi } from '../second-factor/api.ts'
import { passkeysApi } from './api.ts'

/*
 * Two calls with the browser's dialog between them. The dialog is no call: it shows no loading overlay.
 */

/** `unavailable`: the server has no options; `cancelled`: by the visitor or the browser; `refused`: by the server. */
type Outcome = 'done' | 'unavailable' | 'cancelled' | 'refused'

const { startStepUp, stepUp } = secondFactorApi.endpoints
const { startPasskeyLogin, passkeyLogin, startPasskey, addPasskey } = passkeysApi.endpoints

/** @param isSuggested waits until one of the browser's suggestions for the e-mail field is chosen */
export const logInWithPasskey =
  (isSuggested: boolean): AppThunk<Promise<Outcome>> =>
  async (dispatch) => {
    const { data } = await dispatch(startPasskeyLogin.initiate(undefined, { track: false }))
    if (!data) return 'unavailable'
    const response = await askForPasskey(data, isSuggested)
    if (!response) return 'cancelled'
    const { error } = await dispatch(passkeyLogin.initiate({ response }, { track: false }))
    return error ? 'refused' : 'done'
  }

export const stepUpWithPasskey = (): AppThunk<Promise<Outcome>> => async (dispatch) => {
  const { data } = await dispatch(startStepUp.initiate(undefined, { track: false }))
  if (!data) return 'unavailable'
  const response = await askForPasskey(data)
  if (!response) return 'cancelled'
  const { error } = await dispatch(stepUp.initiate({ response }, { track: false }))
  return error ? 'refused' : 'done'
}

/** `known`: this device has a passkey of the account already. */
export const addNewPasskey =
  (name: string): AppThunk<Promise<Outcome | 'known'>> =>
  async (dispatch) => {
    const { data, error } = await dispatch(startPasskey.initiate(undefined, { track: false }))
    if (!data) return isNotConfirmed(error) ? 'cancelled' : 'unavailable'
    const response = await createPasskey(data)
    if (response === 'known') return 'known'
    if (!response) return 'cancelled'
    const added = await dispatch(addPasskey.initiate({ name, response }, { track: false }))
    return added.error ? 'refused' : 'done'
  }
