import { DataTable } from 'react-admin'
import { deskCalls } from '#contract/deskCalls.ts'
import type { DeskDownloadFile } from '#contract/downloads.ts'
import { deskLocale, t } from '../i18n.ts'
import { type BulkAct, removing } from '../parts/bulkActs.ts'
import { NameColumn, OrderColumn, ReferenceColumn } from '../parts/columns.tsx'
import { DeskList } from '../parts/DeskList.tsx'
import { ReferenceSelect } from '../parts/ReferenceSelect.tsx'
import { StateMark } from '../parts/StateMark.tsx'
import { editableScreens, namedScreens } from '../parts/screens.tsx'
import { FileActions, FileFields, withoutEmptyName } from './FileForm.tsx'
import { SeveralFiles } from './SeveralFiles.tsx'

const category = { reference: 'download-categories', source: 'category_id' }
const filters = [<ReferenceSelect isFilter alwaysOn key="category" {...category} />]

const { withdraw, restore } = deskCalls['download-files']

const acts: readonly BulkAct[] = [
  {
    label: t('downloads.withdraw'),
    ask: (smart_count) => t('downloads.bulk.withdraw_ask', { smart_count }),
    text: t('downloads.bulk.withdraw_text'),
    send: (desk, _resource, id) => desk.call(withdraw, { id }),
    done: (smart_count) => t('downloads.bulk.withdraw_done', { smart_count }),
  },
  {
    label: t('downloads.restore'),
    ask: (smart_count) => t('downloads.bulk.restore_ask', { smart_count }),
    send: (desk, _resource, id) => desk.call(restore, { id }),
    done: (smart_count) => t('downloads.bulk.restore_done', { smart_count }),
  },
  removing,
]

const KB = 1024
const MB = KB * KB

/** "1.50 MB", and "4 kB" below a tenth of that. */
const hundredths = new Intl.NumberFormat(deskLocale(), {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
})
const sizeOf = (bytes: number): string =>
  bytes < MB / 10 ? `${Math.ceil(bytes / KB)} kB` : `${hundredths.format(bytes / MB)} MB`

const FileList = () => (
  <>
    <SeveralFiles />
    <DeskList acts={acts} filters={filters} perPage={50} sort={{ field: 'position', order: 'ASC' }}>
      <NameColumn source="display_name" />
      <ReferenceColumn {...category} />
      <DataTable.Col source="download_file_name" />
      <DataTable.Col render={({ size }: DeskDownloadFile) => sizeOf(size)} source="size" />
      <DataTable.Col
        render={({ withdrawn_at: at }: DeskDownloadFile) => (
          <StateMark state={at === null ? 'offered' : 'withdrawn'} />
        )}
        source="withdrawn_at"
      />
      <OrderColumn within={['category_id']} />
    </DeskList>
  </>
)

export const downloadCategories = namedScreens({ name: 'title' })
export const downloadFiles = editableScreens({
  list: FileList,
  name: 'display_name',
  fields: <FileFields />,
  onEdit: <FileActions />,
  transform: withoutEmptyName,
})
