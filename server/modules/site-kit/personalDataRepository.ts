import { type PersonalData, rowsOf } from '../../work/personalData.ts'

/** Values of the kit stay without the name of their maker; drafts go with the account. */
export const siteKitData: PersonalData = {
  tables: {
    site_kits: { rows: rowsOf('made_by') },
    site_kit_drafts: {
      rows: rowsOf('user_id'),
      order: ['user_id'],
    },
  },
}
