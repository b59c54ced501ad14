import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.lucene.analysis.core.SimpleAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.RAMDirectory;
import org.apache.lucene.util.Version;

/** An index of the sources of our runtime, and searches in it. */
public final class Lucene implements Workload {
    private static final String[] WORDS = {"int", "return", "class", "object", "string", "thread", "index", "value"};
    private final java.util.List<String> names = Sources.ofRuntime();

    public Lucene() throws Exception {
    }

    @Override
    public byte[] run() throws Exception {
        StringBuilder out = new StringBuilder();
        for (int turn = 0; turn < 4; ++turn) {
            RAMDirectory folder = new RAMDirectory();
            IndexWriterConfig settings = new IndexWriterConfig(Version.LATEST, new SimpleAnalyzer());
            settings.setMergeScheduler(new SerialMergeScheduler()).setMaxBufferedDocs(40);
            try (IndexWriter writer = new IndexWriter(folder, settings)) {
                for (String name : names) {
                    Document document = new Document();
                    document.add(new StringField("name", name, Field.Store.YES));
                    document.add(new TextField("text", Files.readString(Path.of(name)), Field.Store.NO));
                    writer.addDocument(document);
                }
            }
            try (DirectoryReader reader = DirectoryReader.open(folder)) {
                IndexSearcher searcher = new IndexSearcher(reader);
                for (int i = 0; i < 2000; ++i) {
                    String word = WORDS[i % WORDS.length];
                    Term term = new Term("text", i % 4 == 0 ? word.substring(0, 2) : word);
                    for (ScoreDoc hit : searcher.search(i % 4 == 0 ? new PrefixQuery(term) : new TermQuery(term), 10).scoreDocs) {
                        out.append(hit.doc).append(' ').append(hit.score);
                    }
                }
            }
        }
        return out.toString().getBytes("UTF-8");
    }
}
