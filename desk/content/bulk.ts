import { deskRoutes } from '#contract/desk.ts'
import { t } from '../i18n.ts'
import { type BulkAct, removing } from '../parts/bulkActs.ts'
import { Belongings } from './Belongings.tsx'

const { publish, unpublish } = deskRoutes.contents

/** What can be done with several articles. */
export const contentActs: readonly BulkAct[] = [
  {
    label: t('contents.publish'),
    ask: (smart_count) => t('contents.bulk.publish_ask', { smart_count }),
    text: t('contents.bulk.publish_text'),
    send: (desk, _resource, id) => desk.call(publish, { id }),
    done: (smart_count) => t('contents.bulk.publish_done', { smart_count }),
  },
  {
    label: t('contents.unpublish'),
    ask: (smart_count) => t('contents.bulk.unpublish_ask', { smart_count }),
    text: t('contents.bulk.unpublish_text'),
    send: (desk, _resource, id) => desk.call(unpublish, { id }),
    done: (smart_count) => t('contents.bulk.unpublish_done', { smart_count }),
  },
  { ...removing, About: Belongings },
]
