import type { ReactElement } from 'react'
import {
  DataTable,
  FilterButton,
  List,
  type ListProps,
  SearchInput,
  useCreatePath,
  useResourceContext,
  useResourceDefinition,
} from 'react-admin'
import { Link } from 'react-router'
import { t } from '../i18n.ts'

type Props = Omit<ListProps, 'filters'> & { filters?: readonly ReactElement[] }

const search = <SearchInput alwaysOn key="q" source="q" />

/**
 * The table of a resource; its children are columns. Its filters can be saved under a name. On small screens the rows
 * become cards.
 */
export const DeskList = ({ filters = [], children, ...props }: Props) => {
  const { hasCreate, hasEdit, hasShow } = useResourceDefinition()
  return (
    <List
      actions={<Tools />}
      empty={hasCreate ? undefined : false}
      exporter={false}
      filters={[search, ...filters]}
      {...props}
    >
      <DataTable
        bulkActionButtons={false}
        empty={<p className="desk-empty">{t('empty')}</p>}
        rowClick={hasEdit ? 'edit' : hasShow ? 'show' : false}
      >
        {children}
      </DataTable>
    </List>
  )
}

/** Texts at every width; react-admin's own create button floats over the rows of a small screen. */
const Tools = () => {
  const resource = useResourceContext()
  const { hasCreate } = useResourceDefinition()
  const createPath = useCreatePath()
  return (
    <div className="desk-tools">
      <FilterButton />
      {hasCreate && (
        <Link className="desk-primary" to={createPath({ resource, type: 'create' })}>
          {t('create')}
        </Link>
      )}
    </div>
  )
}
