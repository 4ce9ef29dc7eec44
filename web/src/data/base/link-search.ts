/** Types the search parameters of a link to a page known only by its path. The target page validates them itself (`validateSearch`). */
export const linkSearch = (search: object | ((before: Record<string, unknown>) => object)): never => search as never;
