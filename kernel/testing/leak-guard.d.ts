/** Notes that something is open until the returned function runs; a test that ends with it open fails by this label. */
export declare function trackOpen(label: string): () => void;
/** The labels of what is open now, in the order of opening. */
export declare function openLabels(): readonly string[];
