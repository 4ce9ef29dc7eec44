import { useCan } from '../api/use-can.ts';
import { ExportMenu } from './ExportMenu.tsx';
import type { CrudResource } from './crud-resource.ts';
import { LookButton } from './LookButton.tsx';
import type { ListSearch } from './list-search.ts';
import type { ListLook } from './use-list-view.ts';
import { useResourceText } from './use-resource-text.ts';

interface Props {
  readonly resource: CrudResource;
  readonly search: ListSearch;
  readonly look: ListLook;
  /** Fields that the list can show, in their order. */
  readonly possible: readonly string[];
  readonly shown: readonly string[];
}

/** Menus for the appearance of a list and its export. */
export function ListTools(props: Props) {
  const { look, possible, shown } = props;
  const texts = useResourceText(props.resource.name);
  return (
    <>
      <LookButton look={look} possible={possible} shown={shown} label={texts.field} />
      <ExportButton {...props} />
    </>
  );
}

function ExportButton({ resource, search, shown }: Props) {
  const texts = useResourceText(resource.name);
  const can = useCan();
  const { export: route } = resource.routes;
  if (!route || !can('export', resource.name)) return null;
  const query = () => {
    const known = ['q', 'sort', ...resource.filters];
    return {
      ...Object.fromEntries(Object.entries(search).filter(([key]) => known.includes(key))),
      columns: shown.join(','),
      headings: shown.map((name) => texts.field(name)).join('\n'),
    };
  };
  return <ExportMenu path={route.path} query={query} />;
}
