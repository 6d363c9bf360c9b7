import { DataTable, useCreatePath, useRecordContext, useResourceContext } from 'react-admin'
import { Link } from 'react-router'
import { t } from '../i18n.ts'

/** The table of a list; on small screens its rows become cards. */
export const DeskTable = (props: Parameters<typeof DataTable>[0]) => (
  <DataTable
    bulkActionButtons={false}
    empty={<p className="desk-empty">{t('empty')}</p>}
    {...props}
  />
)

type LinkProps = { source: string; type?: 'edit' | 'show' }

/** The name of a row leads to its record: a row that opens on a click is out of a keyboard's reach. */
export const NameLink = ({ source, type = 'edit' }: LinkProps) => {
  const record = useRecordContext()
  const resource = useResourceContext()
  const createPath = useCreatePath()
  if (!record) return null
  return (
    <Link
      className="desk-name"
      onClick={(event) => event.stopPropagation()}
      to={createPath({ resource, id: record.id, type })}
    >
      {String(record[source])}
    </Link>
  )
}
