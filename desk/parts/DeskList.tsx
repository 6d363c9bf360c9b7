import { styled } from '@mui/material/styles'
import type { ReactElement } from 'react'
import {
  DataTable,
  FilterButton,
  List,
  type ListProps,
  SearchInput,
  useCreatePath,
  useListContext,
  useResourceContext,
  useResourceDefinition,
} from 'react-admin'
import { Link } from 'react-router'
import { t, textOr } from '../i18n.ts'
import { SMALL } from '../theme/shared.ts'
import { ActionButton } from './ActionButton.tsx'
import { BulkBar } from './BulkBar.tsx'
import type { BulkAct } from './bulkActs.ts'
import { SelectColumn } from './columns.tsx'
import type { Elements } from './elements.ts'

type Props = Omit<ListProps, 'children' | 'filters'> & {
  children: Elements
  filters?: readonly ReactElement[]
  /** What can be done with several records at once. */
  acts?: readonly BulkAct[]
}

const search = <SearchInput alwaysOn key="q" source="q" />

/**
 * The table of a resource; its children are columns. Its filters can be saved under a name. On small screens the rows
 * become cards.
 */
export const DeskList = ({ filters = [], acts, children, ...props }: Props) => {
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
        empty={<Empty filters={props.filterDefaultValues} />}
        rowClick={hasEdit ? 'edit' : hasShow ? 'show' : false}
      >
        {acts && <SelectColumn />}
        {children}
      </DataTable>
      {acts && <BulkBar acts={acts} />}
    </List>
  )
}

/** Texts at every width; react-admin's own create button floats over the rows of a small screen. */
const Tools = () => {
  const resource = useResourceContext()
  const { hasCreate } = useResourceDefinition()
  const createPath = useCreatePath()
  return (
    <ToolBox>
      <FilterButton />
      {hasCreate && (
        <Link className="desk-primary" to={createPath({ resource, type: 'create' })}>
          {textOr(`resources.${resource}.add`, t('create'))}
        </Link>
      )}
    </ToolBox>
  )
}

const NONE = {}

/** @param filters those that the list opens with: an empty queue has nothing to clear */
const Empty = ({ filters = NONE }: { filters?: object }) => {
  const { setFilters, ...list } = useListContext()
  const isFiltered = JSON.stringify(list.filterValues) !== JSON.stringify(filters)
  return (
    <Blank>
      <p>{isFiltered ? t('no_match') : t('empty')}</p>
      {isFiltered && (
        <ActionButton onClick={() => setFilters(filters)}>{t('clear_filters')}</ActionButton>
      )}
    </Blank>
  )
}

const Blank = styled('div')({
  padding: '16px 24px',
  '& p': { margin: '0 0 8px', color: 'var(--ink-soft)' },
})

const ToolBox = styled('div')({
  display: 'flex',
  flex: 'none',
  gap: 8,
  alignItems: 'center',
  marginInlineStart: 'auto',
  [SMALL]: {
    width: '100%',
    margin: 0,
    '& > :last-child:not(:only-child), & > .desk-primary': { marginInlineStart: 'auto' },
  },
})
