import type { MemberId } from '#contract/ids.ts'
import type { OrderDetails } from '#contract/schemas/profile.ts'
import { errors } from '../../http/errors.ts'
import type { NameHolder } from '../account/nameHolders.ts'
import { isCountry } from './countries.ts'

/** Somebody's name is taken; the own one may be asked for in another spelling, but not as it is. */
export function assertNameFree(
  holders: readonly NameHolder[],
  caller: MemberId,
  newName: string,
): void {
  if (holders.some(({ id, username }) => id !== caller || username === newName))
    throw errors.newNameExists()
}

/** Order details as they are stored: trimmed, with a country that there is. @throws Refusal */
export function detailsToStore(typed: OrderDetails): OrderDetails {
  if (!isCountry(typed.country_key)) throw errors.invalidChoice('country_key')
  return {
    first_name: typed.first_name.trim(),
    last_name: typed.last_name.trim(),
    email: typed.email.trim(),
    phone_number: typed.phone_number.trim(),
    country_key: typed.country_key,
    city: typed.city.trim(),
    zipcode: typed.zipcode.trim(),
    address: typed.address.trim(),
  }
}
