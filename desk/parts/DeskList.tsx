import {
  FilterButton,
  List,
  type ListProps,
  useCreatePath,
  useFilterContext,
  useResourceContext,
  useResourceDefinition,
} from 'react-admin'
import { Link } from 'react-router'
import { t } from '../i18n.ts'

/** A list of the desk with its filters, which can be saved under a name. */
export const DeskList = (props: ListProps) => (
  <List actions={<Tools />} exporter={false} {...props} />
)

/** In words at every width; react-admin's own button to create floats over the rows of a small screen. */
const Tools = () => {
  const resource = useResourceContext()
  const { hasCreate } = useResourceDefinition()
  const createPath = useCreatePath()
  const hasFilters = useFilterContext() !== undefined
  return (
    <div className="desk-tools">
      {hasFilters && <FilterButton />}
      {hasCreate && (
        <Link className="desk-primary" to={createPath({ resource, type: 'create' })}>
          {t('create')}
        </Link>
      )}
    </div>
  )
}
