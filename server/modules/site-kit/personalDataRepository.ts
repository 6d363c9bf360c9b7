import { type PersonalData, rowsOf } from '../../db/personalData.ts'

/** Values of the kit stay without the name of their maker; drafts go with the account. */
export const siteKitData: PersonalData = {
  tables: {
    site_kits: { title: 'Changes to the site', rows: rowsOf('made_by') },
    site_kit_drafts: {
      title: 'Changes to the site that you have not saved',
      rows: rowsOf('user_id'),
      order: ['user_id'],
    },
  },
}
