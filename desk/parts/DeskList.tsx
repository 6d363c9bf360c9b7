import { styled } from '@mui/material/styles'
import type { ReactElement } from 'react'
import {
  DataTable,
  FilterButton,
  List,
  type ListProps,
  type RaRecord,
  SearchInput,
  useCreatePath,
  useListContext,
  useResourceContext,
  useResourceDefinition,
} from 'react-admin'
import { Link } from 'react-router'
import { COUNTED_MAX } from '#contract/desk.ts'
import { t, textOr } from '../i18n.ts'
import { line, SMALL } from '../theme/shared.ts'
import { ActionButton } from './ActionButton.tsx'
import { type BulkAct, BulkButton } from './BulkButton.tsx'
import { SelectColumn } from './columns.tsx'
import type { Elements } from './elements.ts'

type BulkBarProps = { acts: readonly BulkAct[] }

/**
 * What can be done with the selected records of a list; at the lower edge of the window, so that no row moves below the
 * pointer when it appears.
 */
const BulkBar = ({ acts }: BulkBarProps) => {
  const { selectedIds, data = [], onSelect, onUnselectItems } = useListContext<RaRecord<number>>()
  const count = selectedIds.length
  const others = data.map(({ id }) => id).filter((id) => !selectedIds.includes(id))
  const isTooMany = count > COUNTED_MAX
  return (
    <Bar aria-label={t('bulk.label')} data-open={count > 0}>
      <p role="status">{count > 0 && t('bulk.selected', { smart_count: count })}</p>
      {count > 0 && (
        <>
          {others.length > 0 && (
            <ActionButton onClick={() => onSelect([...selectedIds, ...others])}>
              {t('bulk.page')}
            </ActionButton>
          )}
          <ActionButton onClick={() => onUnselectItems()}>{t('bulk.clear')}</ActionButton>
          {isTooMany && <p className="desk-problem">{t('bulk.too_many', { max: COUNTED_MAX })}</p>}
          <div className="desk-actions">
            {acts.map((act) => (
              <BulkButton act={act} disabled={isTooMany} key={act.label} />
            ))}
          </div>
        </>
      )}
    </Bar>
  )
}

const Bar = styled('fieldset')({
  position: 'sticky',
  bottom: 0,
  zIndex: 3,
  display: 'flex',
  flexWrap: 'wrap',
  gap: 8,
  alignItems: 'center',
  minWidth: 0,
  margin: 0,
  padding: 0,
  border: 0,
  '&[data-open="true"]': {
    padding: '8px 16px',
    borderTop: line,
    background: 'var(--ground)',
  },
  '& > p': { margin: 0 },
  '& > .desk-actions': { marginInlineStart: 'auto' },
  [SMALL]: {
    '& button': { padding: '4px 10px' },
    '& > p': { marginInlineEnd: 'auto' },
    '& > .desk-actions': { width: '100%', margin: 0 },
    '& > .desk-actions > button': { flexGrow: 1 },
  },
})

type Props = Omit<ListProps, 'children' | 'filters'> & {
  children: Elements
  filters?: readonly ReactElement[]
  /** What can be done with several records at once. */
  acts?: readonly BulkAct[]
  /** Kinds of records that have forms of their own. */
  kinds?: readonly string[]
}

const search = <SearchInput alwaysOn key="q" source="q" />

/**
 * The table of a resource; its children are columns. Its filters can be saved under a name. On small screens the rows
 * become cards.
 */
export const DeskList = ({ filters = [], acts, kinds, children, ...props }: Props) => {
  const { hasEdit, hasShow } = useResourceDefinition()
  return (
    <List
      actions={<Tools kinds={kinds} />}
      empty={false}
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
const Tools = ({ kinds = [''] }: Pick<Props, 'kinds'>) => {
  const resource = useResourceContext()
  const { hasCreate } = useResourceDefinition()
  const path = useCreatePath()({ resource, type: 'create' })
  return (
    <ToolBox>
      <FilterButton />
      {hasCreate &&
        kinds.map((kind) => (
          <Link className="desk-primary" key={kind} to={kind ? `${path}?kind=${kind}` : path}>
            {textOr(`resources.${resource}.create${kind}`, '')}
          </Link>
        ))}
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
    justifyContent: 'flex-end',
    width: '100%',
    margin: 0,
    '& > :first-of-type:not(a)': { marginInlineEnd: 'auto' },
  },
})
