/** Paths of the API's documentation. */
export const DOCS_PATHS = { openApi: '/api/openapi.json', page: '/api/docs', style: '/api/docs.css' } as const;
