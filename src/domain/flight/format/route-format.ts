// The formats of route files by their names. Apart from what writes them: a page that asks for a file does not.

export const routeFormats = ["kmz", "csv", "lchm", "plan", "kml", "geojson"] as const;
export type RouteFormat = (typeof routeFormats)[number];
